# Begin the daily of Six by Four, and bring home whatever can go.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

today=$(date -u +%F)
board=$(ask "$RAMPART/api/v1/daily/$today/six-by-four/start" -d '{"options": {"cells": "four"}}')
at=$RAMPART/api/v1/sessions/$(echo "$board" | jq -r .id)
while
  move=$(ask "$at/moves" | jq -r '[.moves[] | select(contains("-f"))][0] // empty')
  [ "$move" ]
do
  board=$(ask "$at/moves" -d "$(echo "$board" | jq -c --arg move "$move" '{seq, move: $move}')")
done
echo "$board" | jq -c '{deal, status, steps}'
