import { doctorCommand, DOCTOR_USAGE } from '@weir/api';
import type { Command } from '../command.types.js';

/** `weir doctor`. */
export const doctor: Command = {
  usage: `npm run weir -- ${DOCTOR_USAGE}`,
  run: (args, { env, print, complain }) => doctorCommand(args, env, { print, complain }),
};
