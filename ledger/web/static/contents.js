// What is known of a whole game, put together from its parts.

import { t } from "./translations.js";

/** The key of the scores among all that is counted. */
const SCORE = "score";

/** What is known after each part of a long log; `next` is null when that is all. */
export async function* readContents(source) {
  let all = null;
  do {
    const part = await source.contents(all?.next ?? 0);
    all = all ? joined(all, part) : part;
    yield all.scores?.length ? withScores(all) : all;
  } while (all.next);
}

function withScores(all) {
  const rest = all.resources.filter(({ key }) => !["points", "vp"].includes(key)); // they say what scores say
  return {
    ...all,
    resources: [{ key: SCORE, name: t("Score"), public: true }, ...rest],
    curves: { ...all.curves, [SCORE]: all.scores },
  };
}

function joined(all, part) {
  const curves = { ...all.curves };
  for (const [key, rows] of Object.entries(part.curves)) {
    curves[key] = [...(curves[key] ?? []), ...rows];
  }
  return {
    ...part,
    curves,
    turns: [...all.turns.filter((turn) => turn[3] !== part.turns[0]?.[3]), ...part.turns],
    marks: [...all.marks, ...part.marks],
    scores: [...(all.scores ?? []), ...(part.scores ?? [])],
  };
}
