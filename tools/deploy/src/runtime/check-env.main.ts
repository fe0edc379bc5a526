/** In the containers of compose.yaml, before all others: refuses an `.env` of which something would reach no service. */
import { envFileProblems } from '../settings/env-file-problems.js';

const problems = envFileProblems(process.env);
if (problems.length > 0) {
  process.exitCode = 1;
  console.error(
    ['The file .env is not valid:', ...problems.map((problem) => `  ${problem}`), 'See docs/operations.md.'].join('\n'),
  );
}
