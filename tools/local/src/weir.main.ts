/** `npm run weir -- <command>`: see docs/local.md. */
import { weir } from './weir/weir.js';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

process.exitCode = await weir(process.argv.slice(2), {
  env: process.env,
  signal: stopping.signal,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
});
