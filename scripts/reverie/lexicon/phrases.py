"""Phrases by which a prompt is known that no memory bears on, in the languages people write to agents in.

Lower case. They are told apart by plain comparison: a hook has no time for more.
"""
from __future__ import annotations

NODS = frozenset((
    "a a-lot accept afk afternoon again agree agreed ah ahead all alles amazing an and appreciate appreciated "
    "approve approved are at awesome back bad be been begin bien bis brb break brilliant bye care carry cheers "
    "claro coffee confirm confirmed continue cool correct dale danke dann day dich dir do done else enough evening "
    "exactly excellent fine first for genau go going good goodbye got gracias great great! gut haha happy have "
    "hello help helpful hey hi hm hmm how i i'm im is it it's its ja job just k keep kk klar later let let's lgtm "
    "lol look looks lot lots lovely lunch mach makes me merci mind minute moment more morgen morning much my nah "
    "neat nein never nevermind next nice night no non nope not nothing now obrigado of oh ok okay okey on one "
    "option oui parfait passt perfect perfecto please pls prima problem proceed really rest resume right same sec "
    "second see sense sgtm ship si sigue so soon sounds später start stop super sure sweet sí take thank thanks "
    "that's here's there's "
    "that the then this thx to today tomorrow tonight too try ty understood undo us vale vas-y very wait wanted was "
    "way we weekend weiter welcome well what with wonderful working works worries wow ya yeah yep yes you your yup"
).split())
"""Words of which a nod is made: a prompt of nothing else asks for nothing."""
UNSPACED = tuple(sorted((
    "ok ありがとう ありがとうございました ありがとうございます いいえ いいです いいですね いいね うん ええ おはよう "
    "おはようございます おやすみ お疲れさま お疲れ様 お疲れ様です お願い お願いいたします お願いします これで "
    "こんにちは こんばんは すごい すばらしい そのまま その通り それで で です どうぞ どうも ね はい また また後で "
    "また明日 やって やってください よ よし わかりました オッケー オーケー ㄱㄱ ㅇㅇ ㅇㅋ ㅋㅋ ㅎㅎ 上午好 下一个 "
    "下一步 下午好 下班 不用了 不错 了 了解 了解 了解です 今天 今日は 休息 你 你好 做吧 先 先这样 再见 分かりました "
    "到这里 动手吧 助かりました 助かります 厉害 去吃饭 可以 可以了 可以的 吃饭 吧 呀 呢 周末愉快 哈 哈哈 哦 啊 啦 "
    "嗯 嗯嗯 噢 回头见 多谢 大丈夫 大丈夫です 太好了 太棒了 好 好吧 好啊 好嘞 好滴 好的 完璧 完璧です 完美 对 对了 "
    "对的 就 就到这 就按这个来 就这么做 就这么办 就这样 就这样吧 开始 开始吧 往下 很好 您好 感谢 懂了 我 承知 "
    "承知しました 拜拜 按这个来 接着 接着来 收到 早 早上好 明天见 明白 明白了 是 是的 晚上好 晚安 来吧 棒 次 次へ "
    "沒問題 没事 没错 没问题 照你说的 照这个 牛 的 知道了 算了 素晴らしい 続き 続けて 続けてください 繼續 继续 "
    "继续吧 行 行吧 謝謝 请 谢啦 谢谢 谢谢你 谢谢啦 赞 辛苦 辛苦了 這樣 進めて 進めてください 那 那就 那就这样 都 "
    "非常好 감사 감사합니다 감사해 감사해요 계속 계속해 계속해주세요 계속해줘 고마워 고마워요 고맙습니다 굿 그대로 "
    "그래 그렇게 내일 너무 네 넵 넹 다 다음 도움이 됐네 됐다 됐어 됐어요 많이 맞습니다 맞아 맞아요 봐 봐 봐요 "
    "부탁드립니다 부탁해 부탁해요 수고 수고하세요 수고하셨습니다 수고했어 아주 안녕 안녕하세요 알겠습니다 알겠어 "
    "알겠어요 알았어 여기까지 오늘 오늘은 오케이 오키 완벽합니다 완벽해 응 이제 잘 잘했어 정말 좋네요 좋습니다 좋아 "
    "좋아요 진행 진행해 진행해주세요 진행해줘 최고 하자 해주세요 해줘"
).split(), key=len, reverse=True))
"""The same in scripts without spaces, where they stand side by side; the longest first."""
TALK = tuple(tuple(kind.split("|")) for kind in (
    (
        "thank|cheers|appreciate|good job|good work|good teamwork|well done|nice work|danke|merci|gracias|谢|辛苦|"
        "感谢|ありがとう|助かり|お疲れ|おつかれ|고마|감사|수고|덕분|謝"
    ), (
        "ah,|ah!|oh,|oh!|ha,|haha|wow|phew|whew|finally|that explains|makes sense now|that was a|relie|happy|glad|"
        "headache|whole morning|whole day|all week|all day|hours on|哈哈|终于|总算|原来如此|太好了|松了口气|折腾|"
        "なるほど|すっきり|やっと|ようやく|よかった|ほっと|もやもや|ㅋㅋ|ㅎㅎ|다행|헤맸|드디어|이제 되네|와,|오 |"
        "genau|endlich|super|enfin|por fin"
    ), (
        "coffee|lunch|dinner|tea |a break|weekend|tomorrow|tonight|see you|be back|back in|later|home|sleep|"
        "for today|good night|咖啡|吃饭|午饭|晚饭|下班|休息|周末|明天|回头|喝水|コーヒー|お昼|昼ご飯|休憩|休み|"
        "また後|また明日|戻ったら|帰り|寝|커피|점심|저녁|쉬|주말|내일|다녀|퇴근|kaffee|mittag|feierabend|pause|"
        "wochenende|café|déjeuner|demain|mañana|comer"
    ),
))
"""Thanks, relief, and going away: small talk has two of the three."""
APART = tuple((
    "typo|trailing space|trailing whitespace|misspel|spelling|proofread|\" -> \"|' -> '|` -> `|”改成“|“改为”|”改为“|"
    "」を「|'를 '|\"를 \"|local variable|rename the argument|rename the parameter|one line|one-line|two lines|"
    "two-line|one sentence|two sentences|three sentences|difference between|what does this|what does that|"
    "what is this|explain this|explain the regex|regex for|regular expression for|what's the default|"
    "what is the default|stand for?|synonym for|tl;dr|joke|poem|haiku|limerick|alt text|translate this|"
    "translate the following|一句话|两句话|三句话|一两句|一行命令|错别字|拼写|什么区别|的区别|什么意思|干嘛的|"
    "干什么的|解释一下|怎么来的|名字的由来|笑话|段子|谐音|翻译成|翻译一下|润色|用英语怎么说|一言で|一文で|一行で|"
    "二文で|違いは|違いを|の違い|どういう意味|の意味|とは何|って何|誤字|脱字|タイポ|綴り|冗談|ジョーク|俳句|川柳|"
    "直訳|訳して|英語で|한 줄|한줄|한 문장|두 문장|한마디|차이가|차이점|차이는|무슨 뜻|뜻이|의미가 뭐|오타|맞춤법|"
    "농담|번역해|영어로|unterschied zwischen|was bedeutet|tippfehler|rechtschreib|in einem satz|einzeiler|"
    "différence entre|que signifie|que veut dire|faute de frappe|en une phrase|diferencia entre|qué significa|"
    "que significa|en una frase"
).split("|"))
"""Of asks that stand for themselves: a spelling, what a word means, one line of general knowledge, a joke."""
PRIVATE = tuple((
    "hobby wedding recipe landlord homework birthday playlist quiz farewell congratulate invitation zshrc bashrc "
    "sister brother mother 年会 团建 读书会 自己博客 个人博客 个人网站 练口语 忘年会 宿題 趣味 個人的 취미 숙제 "
    "개인적 hausaufgabe rezept hochzeit recette receta boda"
).split())
"""Of matters that are a person's own, unless some memory of the project speaks of them."""
