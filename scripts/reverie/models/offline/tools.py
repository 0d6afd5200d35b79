"""Names that are the same in every language: systems in which teams keep what no repository shows, and addresses."""

from __future__ import annotations

TOOL = (
    r"(?:linear|jira|notion|confluence|grafana|datadog|slack|sentry|figma|google (?:docs?|sheets?|drive)|sharepoint|"
    r"trello|asana|pagerduty|opsgenie|zendesk|miro|airtable|kibana|looker|tableau|metabase|bugzilla|youtrack|redmine|"
    r"clickup|discord|(?:ms |microsoft )?teams|backlog|kintone|esa|dropbox|1password|monday\.com|basecamp|mattermost|"
    r"zulip|yapi|apifox|tapd|feishu|飞书|语雀|钉钉|禅道|蓝湖|企业微信|nextcloud|openproject|wikis?|intranet)"
)
URL = r"(?:https?|s3|gs|smb|sftp)://[^\s)>\]、。]+"
EMOJI = r"[😂🤣🙄😉😜😅🙃]"
