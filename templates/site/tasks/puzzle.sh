# Take a puzzle, lay it out on a table of your own, and try its first legal move.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

puzzle=$(ask "$RAMPART/api/v1/puzzles/next?game=stalactites")
echo "$puzzle" | jq -r .goal_text
board=$(ask "$RAMPART/api/v1/sessions" -d "$(echo "$puzzle" | jq -c '{game, options, deck}')")
at=$RAMPART/api/v1/sessions/$(echo "$board" | jq -r .id)
for move in $(echo "$puzzle" | jq -r '.moves[]'); do
  board=$(ask "$at/moves" -d "$(echo "$board" | jq -c --arg move "$move" '{seq, move: $move}')")
done
tried=$(ask "$at/moves" | jq -c '{moves: .moves[:1]}')
ask "$RAMPART/api/v1/puzzles/$(echo "$puzzle" | jq -r .id)/attempts" -d "$tried"
