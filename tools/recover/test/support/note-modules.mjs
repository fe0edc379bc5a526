import module from 'node:module';
import { load } from './list-modules.mjs';

// Node.js 20 has no hooks in the process's own thread; 26 warns of those in another.
if (module.registerHooks === undefined) module.register('./list-modules.mjs', import.meta.url);
else module.registerHooks({ load });
