import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/api.js';

/** The plain typed endpoints. */
export type Api = Client<paths>;
