// Where jumps lead: turns, rounds, marks, and places as people type them.

/** The last place in a list of rows, sorted by a column, with at most `seq` in it; -1 if none. */
export function rowAt(rows, seq, column = 0) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][column] <= seq) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The turn [number, round, seat, first, last] that a line belongs to. */
export const turnAt = (turns, seq) => turns[rowAt(turns, seq, 3)];

/** The last line of a turn; undefined if there is no such turn. */
export const turnEnd = (turns, number) => turns.findLast((turn) => turn[0] === number)?.[4];

/** The next or previous one of some lines; 0 if there is none. */
function stop(lines, seq, way) {
  const found = way > 0 ? lines.find((x) => x > seq) : lines.findLast((x) => x < seq);
  return found ?? (way < 0 && seq > 1 ? 1 : 0);
}

/** The end of this turn or the next one, or of the one before. */
export function turnStop(turns, seq, way) {
  const from = way > 0 ? seq : (turnAt(turns, seq)?.[3] ?? 1);
  return stop(turns.map((turn) => turn[4]), from, way) || (way < 0 && seq > 1 ? 1 : 0);
}

/** The end of the next or the previous round. */
export function roundStop(turns, seq, way) {
  const ends = turns.filter((turn, i) => turns[i + 1]?.[1] !== turn[1]).map((turn) => turn[4]);
  return stop(ends, seq, way);
}

/** The next or previous mark of some kinds; `around` begins anew at the other end. */
export function markStop(marks, kinds, seq, way, around) {
  const wanted = marks.filter(({ kind }) => kinds.includes(kind)).map((mark) => mark.seq);
  const stops = [...new Set(wanted)].sort((a, b) => a - b);
  const found = way > 0 ? stops.find((x) => x > seq) : stops.findLast((x) => x < seq);
  return found ?? (around ? stops.at(way > 0 ? 0 : -1) : 0) ?? 0;
}

/** The line that is meant by `120`, `t12` or `50%`; 0 if there is none. */
export function typedPlace(text, turns, last) {
  const found = /^(?:(\d{1,11})|t(\d{1,11})|(\d{1,11})%)$/i.exec(text.trim());
  if (!found) return 0;
  const [line, turn, part] = found.slice(1).map(Number);
  if (found[2]) return turnEnd(turns, turn) ?? 0;
  if (found[3]) return Math.max(1, Math.round((last * Math.min(part, 100)) / 100));
  return line > last ? 0 : Math.max(line, 1);
}
