"""Words that say nothing of what a text is about: `STOP` are no tokens at all, `COMMON` count for little in a search.

In the form `stems` gives them, save for `STOP`, which is looked at before a word's ending goes.
"""
from __future__ import annotations

STOP = frozenset(
    "a about above after again all also am an and any are as at be because been before being below between"
    " both but by can could did do does doing done down each else ever few for from further get gets got"
    " had has have having he her here hers him his how i if in into is it its itself just let like make"
    " makes may me might more most much must my need no nor not now of off ok okay on once one only or"
    " other our out over own please put same say see shall she should so some such sure take tell than"
    " thank thanks that the their them then there these they thing things this those through to too try"
    " under until up us use used uses using very want was way we were what when where which while who whom"
    " whose why will with would yes yet you your yours show look help know think go goes going come works"
    " work add adds new fix fixes change changes changed update give given back still already really"
    " something anything everything nothing someone anyone everyone gonna wanna dont doesnt cant wont isnt"
    " im ive id lets hi hello hey that's it's i'm since though although however maybe perhaps quite rather"
    " even every another lot lots bit der die das den dem des ein eine einen einem einer und oder aber"
    " nicht kein keine ist sind war wird werden wir ihr sie ich du er es mit von vom zu zum zur auf aus bei"
    " bitte mal auch noch nur schon wie wo wenn dann dass mein meine unser unsere dein deine hier dort kann"
    " kannst soll sollte muss haben hat erst statt doch wieder gerade immer sehr viel alle alles einfach"
    " etwas schreib schreibe le la les un une de et ou mais ne pas est sont je tu il elle nous vous ils"
    " elles mon ma mes ton ta notre nos votre ce cette ces dans sur pour par avec sans qui que quoi au aux"
    " plus peux peut faut el los las una unos unas y o pero son yo ella nosotros mi mis tus su sus este"
    " esta estos estas en con por para sin como del al lo se puedes puede hay 什么 怎么 我们 你们 他们 一下"
    " 这个 那个 可以 如何 为什么 一个 一些 帮我 现在 时候 没有 不是 还是 但是 因为 所以 如果 然后 或者 以及"
    " 什麼 怎麼 我們 你們 這個 那個 為什 還是 一樣 一样 有个 有没 的话".split()
)
COMMON = frozenset((
    "100 200 abl answer app argu around availabl bad bash begin big border bottom bring cal cas check clas"
    " clos cod color colour com command copy creat css current day default delet describ dev differenc"
    " different doc email empty end error exampl exist explain extra fail fast field fil fin find first fiv"
    " four fre ful funct golang good half happen header high hour html http input insid issu item java"
    " javascript job js json keep key kind last leav left lib lin liner list localhost long low mail main"
    " mak markdown md mean method minut moment month morn mov nam next night number old one-line oneliner"
    " open option output outsid pad pag parameter part peopl person photo pictur piec plac plain plea point"
    " possibl previous print problem project py python quest read readm reason regex remov renam replac"
    " result return right rs run rust sampl script second sect seem sentenc set sh shel short shorten sid"
    " side-by-side simpl slow smal sort sound src start step stop summariz support task team test text thr"
    " tim today tomorrow top translat ts turn two txt typ typescript user valu variabl week whol without"
    " word writ wrong www yaml year yesterday 小时 分钟 今天 明天 昨天 上午 下午 晚上 早上 周一 周二 周三"
    " 周四 周五 问题 文件 代码 函数 报错 错误 页面 名字 内容 方法 直接 需要 出来 起来 看看 处理 修改 添加"
    " 新增 删除 增加 改成 换成 写个 加个 脚本 功能 自动 每天 时间 句话 简单 东西 情况 其他 其它 原来 以前"
    " 之前 以后 之后 里面 下面 上面 一次 两个 三个 第一 最后 开始 结束 返回 输出 输入 参数 结果 字段 列表"
    " 用户 客户 同事 怎样 这样 那样 帮忙 今日 明日 昨日 時間 問題 変更 追加 修正 確認 場合 必要 使用 画面"
    " 書き 一覧 以上 以下 以外 前後 最後 最初 名前 項目 表示 処理 対応 作成 削除 同じ 日前 ページ ファイル"
    " コード エラー データ テスト ボタン コメント コメン メント ユーザ ユーザー 読み 見る 出る 使う 다시"
    " 기준 리스트 파일 코드 함수 에러 오류 페이지 문제 추가 수정 삭제 변경 확인 오늘 내일 어제 시간 방법"
    " 이름 내용 사용 화면 버튼 이어서 그거 이거 저거 아까 지금 우리 하나 먼저 나중 전에 후에 다음 처음"
    " 마지막"
).split())
"""Words of any talk about code: rare as they may be in one store, they tell little of which memory is meant."""
HAN_FUNCTION = frozenset("的了吗呢吧啊呀嘛们么什这那哪我你您他她它把被很是和与就也都又再麼們這嗎個个")
"""Characters of Chinese that join words: no pair with one of them is a word."""
KANA_FUNCTION = frozenset("をにがはとでもへやのねよかだなしてまいすたらばりるれさせっん")
"""Kana that end or join words: beside a Han character they are an ending, not a word."""
