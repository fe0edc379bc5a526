import { appendFileSync } from 'node:fs';

/** Module hook that notes every module a process loads, in the file that LOADED_MODULES names. */
export const load = (url, context, nextLoad) => {
  appendFileSync(process.env.LOADED_MODULES, `${url}\n`);
  return nextLoad(url, context);
};
