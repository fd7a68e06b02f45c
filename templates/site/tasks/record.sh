# Keep the record of a game, and play it again to see whether it holds.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

again() { ask "$at/$1" -d "$2" >/dev/null; }
at=$RAMPART/api/v1/sessions/$(ask "$RAMPART/api/v1/sessions" -d '{"game": "fortress", "deal": "4"}' | jq -r .id)
again moves '{"seq": 0, "move": "t1-f3"}'
again undo '{"seq": 1}'
again give-up '{"seq": 2}'
ask "$at/export" >record.json

at=$RAMPART/api/v1/sessions/$(ask "$RAMPART/api/v1/sessions" -d "$(jq -c '{game, options, deck}' record.json)" | jq -r .id)
# What the server did by itself it does again.
jq -c '.entries[] | select(.auto | not)' record.json | while read -r entry; do
  case $(echo "$entry" | jq -r .do) in
    move) again moves "$(echo "$entry" | jq -c '{seq, move}')" ;;
    *) again "$(echo "$entry" | jq -r .do)" "$(echo "$entry" | jq -c '{seq}')" ;;
  esac
done
ask "$at/export" >again.json
played='.status, (.entries[] | [.do, .move])'
[ "$(jq -c "$played" record.json)" = "$(jq -c "$played" again.json)" ] && echo 'The record holds.'
