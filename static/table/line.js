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
  "next, empty, 4 for column 4, table, again, race. Write keys for the list of keys.";

const HOW_MANY = "Write how many moves, as in undo 4.";

/** What stands by itself. @type {Record<string, () => void>} */
const BY_THEMSELVES = {
  finish,
  hint: askForHint,
  help: () => tell(HELP),
  "?": () => tell(HELP),
  keys: () => void openHelp(),
};

/** Do or answer what is written. The server reads verbs by the same rules. @param {string} text */
export function carryOut(text) {
  const [word = "", ...rest] = text.trim().toLowerCase().split(/\s+/);
  if (word === "undo" || word === "redo") return takeBack(word, rest);
  if (Object.hasOwn(BY_THEMSELVES, word)) {
    return rest.length ? tell(`Write ${word} by itself: only undo and redo take a number.`) : BY_THEMSELVES[word]?.();
  }
  const answer = answerTo(text);
  if (answer === undefined) return playText(text.trim());
  tell(isWaiting() ? `${answer} The last move still waits for the server.` : answer);
}

/** @type {(verb: "undo" | "redo", rest: string[]) => void} */
function takeBack(verb, rest) {
  const times = rest.join(" ") || "1";
  if (!/^[1-9][0-9]{0,3}$/.test(times)) return tell(HOW_MANY);
  const count = Number(times);
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
