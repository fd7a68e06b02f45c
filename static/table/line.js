// The line to play by: what a player writes in the field for moves, be it a move, a verb or a question. The browser
// fetches this when the player first writes something. The server reads the moves; here are the verbs and the questions.

import { byId } from "../dom.js";
import { status } from "./board.js";
import { openHelp } from "./help.js";
import { answerTo } from "./questions.js";
import { isWaiting, playText, request } from "./turns.js";
import { tell } from "./voice.js";

const HELP =
  "A move: 7h 8s, 7h home, 7h cell, 4 6 or t3 t5. Undo, undo 4, redo, finish, hint. A question: where 7h, what can move, " +
  "next, empty, 4 for column 4, table, again. Write keys for the list of keys.";

/** Do or answer what is written. @param {string} text */
export function carryOut(text) {
  const [word = "", times] = text.trim().toLowerCase().split(/\s+/);
  const count = Number(times ?? 1);
  if (word === "undo" || word === "redo") return takeBack(word, count);
  if (word === "hint" || word === "finish") return press(word);
  if (word === "help" || word === "?") return tell(HELP);
  if (word === "keys") return openHelp();
  const answer = answerTo(text);
  if (answer === undefined) return playText(text.trim());
  tell(isWaiting() ? `${answer} The last move still waits for the server.` : answer);
}

/** @type {(verb: "undo" | "redo", count: number) => void} */
function takeBack(verb, count) {
  const { undoable, redoable } = status();
  const there = Number(verb === "undo" ? undoable : redoable);
  if (!(count >= 1)) return tell("Write how many moves, as in undo 4.");
  if (isWaiting() || count === 1) return press(verb);
  if (verb === "undo") return request(`back/${Math.max(there - count, 0)}`);
  for (let done = 0; done < Math.min(count, there); done += 1) request("redo");
}

/** @param {string} id */
function press(id) {
  const tool = document.getElementById(id);
  if (tool instanceof HTMLButtonElement && !tool.disabled) return tool.click();
  if (id === "hint") return tell(byId("hint-form").dataset.none ?? "");
  tell(id === "finish" ? "The cards that are left can’t all go straight home yet." : `There is nothing to ${id}.`);
}
