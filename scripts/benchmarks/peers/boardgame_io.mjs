// Usage: node boardgame_io.mjs NODE_MODULES
// Replays tic-tac-toe games through boardgame.io's reducer, as a worker that answers lines of JSON
// (scripts/benchmarks/inside.py says how).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [folder] = process.argv.slice(2);
const require = createRequire(join(folder, 'from-here.js'));
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { INVALID_MOVE } = require('boardgame.io/core');

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const won = (cells) =>
  LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (won(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

// A small generator with a fixed seed, so that every run replays the same games.
let seed = 1;
const random = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};

const reducer = CreateGameReducer({ game });
const initial = InitializeGame({ game, numPlayers: 2 });

// Random games, each a list of ready-made move actions; made before the clock starts.
const games = [];
for (let n = 0; n < 50; n++) {
  const actions = [];
  let state = initial;
  while (state.ctx.gameover === undefined) {
    const free = [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null);
    const playerID = state.ctx.currentPlayer;
    const payload = { type: 'mark', args: [free[random(free.length)]], playerID };
    const action = { type: 'MAKE_MOVE', payload };
    actions.push(action);
    state = reducer(state, action);
  }
  games.push(actions);
}

const replayAll = () => {
  let moves = 0;
  for (const actions of games) {
    let state = initial;
    for (const action of actions) state = reducer(state, action);
    if (state.ctx.gameover === undefined) throw new Error('a replayed game did not end');
    moves += actions.length;
  }
  return moves;
};

console.log(JSON.stringify({ jobs: ['boardgame.io replay'], home: null }));
for await (const question of createInterface({ input: process.stdin })) {
  const { passes } = JSON.parse(question);
  const start = process.cpuUsage();
  let units = 0;
  for (let n = 0; n < passes; n++) units += replayAll();
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ cpu: (user + system) / 1e6, units }));
}
