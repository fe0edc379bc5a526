/** `npm run test:node -- 24`: runs the test command on another version of Node.js, which npm's package `node` brings. */
import { spawnSync } from 'node:child_process';

const [version = '', ...command] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('npm run test:node -- VERSION [COMMAND...]: the version, such as 24, and by default "npm test"');
  process.exit(1);
}
const run = command.length > 0 ? command : ['npm', 'test'];
const { status } = spawnSync('npm', ['exec', '--yes', `--package=node@${version}`, '--', ...run], { stdio: 'inherit' });
process.exitCode = status ?? 1;
