// The line to play by: what a player writes in the field for moves, be it a move, a verb or a question. The browser
// fetches this when the player first writes something. The server reads the moves; here are the verbs and the questions.

import { status } from "./board.js";
import { openHelp } from "./help.js";
import { askForHint, press } from "./keys.js";
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
  if (word === "hint") return askForHint();
  if (word === "finish") return finish();
  if (word === "help" || word === "?") return tell(HELP);
  if (word === "keys") return openHelp();
  const answer = answerTo(text);
  if (answer === undefined) return playText(text.trim());
  tell(isWaiting() ? `${answer} The last move still waits for the server.` : answer);
}

/** @type {(verb: "undo" | "redo", count: number) => void} */
function takeBack(verb, count) {
  if (!(Number.isInteger(count) && count > 0)) return tell("Write how many moves, as in undo 4.");
  if (verb === "undo" && count > 1 && !isWaiting()) {
    return request(`back/${Math.max(Number(status().undoable) - count, 0)}`);
  }
  // What is there changes with each of them, also while answers wait.
  for (let done = 0; done < count && (!done || isEnabled(verb)); done += 1) press(verb);
}

/** @param {string} id */
const isEnabled = (id) => document.getElementById(id)?.matches(":enabled");

function finish() {
  const tool = document.getElementById("finish");
  if (tool?.matches(":enabled")) tool.click();
  else tell("The cards that are left can’t all go straight home yet.");
}
