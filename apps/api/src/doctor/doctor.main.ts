/** The doctor of the production bundle: `node app/doctor.js`, with the API's settings. */
import { doctorCommand } from './doctor-command.js';

process.exitCode = await doctorCommand(process.argv.slice(2), process.env, {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
});
