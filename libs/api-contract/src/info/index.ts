export { getInfo, type InfoResponse } from './info.schema.js';
