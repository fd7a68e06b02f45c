# Follow a game: each line of the stream is the game after a change, until it is over.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

at=$RAMPART/api/v1/sessions/$(ask "$RAMPART/api/v1/sessions" -d '{"game": "fortress", "deal": "4"}' | jq -r .id)
ask -N "$at/stream" | while read -r line; do
  [ "$line" ] || continue # an empty line says that the server is still there
  echo "$line" | jq -c '.session | {seq, status}'
  case $(echo "$line" | jq -r .session.seq) in
    0) ask "$at/moves" -d '{"seq": 0, "move": "t1-f3"}' >/dev/null ;;
    1) ask "$at/give-up" -d '{"seq": 1}' >/dev/null ;;
  esac
done
