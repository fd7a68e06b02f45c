// The strip beside a table in a race: how far everybody is.

import { byId } from "../dom.js";
import { listen, refresher } from "../live.js";
import { showRun } from "./runs.js";

const { code } = byId("strip").dataset;
const refresh = refresher(`/races/${code}/strip`, "strip");

listen(`/races/${code}/events`, { heal: refresh, room: refresh, run: showRun });
