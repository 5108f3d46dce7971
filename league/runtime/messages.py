"""What `manage.py up` says, in Japanese and English.

Uses neither settings nor catalogues: those may be what is broken.
"""

import os

TEXTS: dict[str, tuple[str, str]] = {
    "read_only": (
        "フォルダ {folder} に書き込めません（{reason}）。SEKIJUN_VAR で書き込めるフォルダを指定してください。",
        "The folder {folder} can't be written ({reason}). Name one that can by SEKIJUN_VAR.",
    ),
    "taken": (
        "このフォルダの席順はもう動いています: {address}（{folder}）",
        "Sekijun already runs from this folder: {address} ({folder})",
    ),
    "port_taken": (
        "ポート {port} は使用中か、使えません（{reason}）。--port で別の番号を指定してください。",
        "Port {port} is in use or can't be used ({reason}). Choose another one with --port.",
    ),
    "port_moved": (
        "ポート {wanted} は使用中なので、{port} を使います。",
        "Port {wanted} is in use, so this is port {port}.",
    ),
    "database_down": (
        "データベースに接続できません: {reason}",
        "The database can't be used: {reason}",
    ),
    "no_broker": (
        "ブローカーが見つかりません。redis-server をインストールするか REDIS_URL を指定してください。",
        "There is no broker on this machine: install redis-server or valkey-server, or set REDIS_URL.",
    ),
    "broker_silent": (
        "ブローカー {address} が応答しません。結果は入力できます。順位は応答してから計算します。",
        "The broker {address} doesn't answer. Results can be entered; standings follow once it does.",
    ),
    "preparing": ("データベースを準備しています…", "Preparing the database…"),
    "web_silent": (
        "ウェブサーバーが起動しません。{log} を見てください。",
        "The web server doesn't start: see {log}",
    ),
    "ended": (
        "{name} が終了しました（{code}）。{pause:g} 秒後に再起動します。",
        "{name} ended ({code}); starting it again in {pause:g} s.",
    ),
    "running": ("席順が動いています: {address}", "Sekijun is running: {address}"),
    "demo_club": ("  デモの会: {address}", "  Demo club: {address}"),
    "demo_login": (
        "  ログイン: {address}  ユーザー名 {username}  パスワード {password}（表示は今回だけです）",
        "  Log in: {address}  user {username}  password {password} (shown only this once)",
    ),
    "login": (
        "  ログイン: {address}  パスワードを忘れたら: {command} ユーザー名",
        "  Log in: {address}  If the password is lost: {command} USER",
    ),
    "claim": (
        "  最初の管理者を登録: {address}（最初に開いた人が管理者になります）",
        "  Create the first account: {address} (whoever opens it first owns the installation)",
    ),
    "how_to_stop": ("  記録: {logs}  止めるには Ctrl-C", "  Logs: {logs}  Stop with Ctrl-C"),
    "stopping": ("終了しています…", "Stopping…"),
    "stopped": ("終了しました。", "Stopped."),
}


def text(key: str, **values: object) -> str:
    """Return the sentence in the language of LANG; Japanese unless that is English."""
    japanese, english = TEXTS[key]
    template = english if os.environ.get("LANG", "").lower().startswith("en") else japanese
    return template.format(**values)
