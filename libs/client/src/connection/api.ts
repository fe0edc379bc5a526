import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/api.js';

/** The plain endpoints, typed by the OpenAPI document. */
export type Api = Client<paths>;
