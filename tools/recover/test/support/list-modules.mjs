import { appendFileSync } from 'node:fs';

/** Module hooks that note every module a process loads, in the file that LOADED_MODULES names. */
export const load = async (url, context, nextLoad) => {
  appendFileSync(process.env.LOADED_MODULES, `${url}\n`);
  return nextLoad(url, context);
};
