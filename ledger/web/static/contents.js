// What is known of a whole game, put together from its parts.

import { t } from "./words.js";

/** The key of the scores among all that is counted. */
const SCORE = "score";

/** All parts as one; null if `still` says that nobody waits for it any more. */
export async function readContents(source, still) {
  let all = null;
  let after = 0;
  do {
    const part = await source.contents(after);
    if (!still()) return null;
    all = all ? joined(all, part) : part;
    after = part.next ?? 0;
  } while (after);
  if (!all.scores?.length) return all;
  const rest = all.resources.filter(({ key }) => key !== "points"); // they say what scores say
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
