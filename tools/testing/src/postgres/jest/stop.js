import { once } from 'node:events';

/** Jest's globalTeardown beside ./start.js. */
export default async () => {
  const child = globalThis.weirPostgres;
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
};
