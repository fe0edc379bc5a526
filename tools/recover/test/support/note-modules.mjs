import { register } from 'node:module';

register('./list-modules.mjs', import.meta.url);
