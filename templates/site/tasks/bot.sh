# Make an account that is a bot, wait for another bot, and race it.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

secret=$(head -c 18 /dev/urandom | base64)
name=Bot-$(date +%N)
ask "$RAMPART/api/v1/players" -d "{\"name\": \"$name\", \"password\": \"$secret\"}" >/dev/null
ask "$RAMPART/api/v1/players/bot" -d "{\"password\": \"$secret\"}"; echo
ask "$RAMPART/api/v1/pairing" -d '{"game": "stronghold"}' >/dev/null
until code=$(ask "$RAMPART/api/v1/pairing" | jq -er .race); do sleep 2; done
until table=$(ask "$RAMPART/api/v1/races/$code" | jq -er .session); do sleep 1; done

at=$RAMPART/api/v1/sessions/$table
board=$(ask "$at")
while
  move=$(ask "$at/moves" | jq -r '[.moves[] | select(contains("-f"))][0] // empty')
  [ "$move" ]
do
  board=$(ask "$at/moves" -d "$(echo "$board" | jq -c --arg move "$move" '{seq, move: $move}')")
done
ask "$at/give-up" -d "$(echo "$board" | jq -c '{seq}')" >/dev/null
ask "$RAMPART/api/v1/races/$code" | jq -c '.heats[0].runs[] | {name, outcome, home, steps}'
ask -X POST "$RAMPART/api/v1/races/$code/leave" >/dev/null
