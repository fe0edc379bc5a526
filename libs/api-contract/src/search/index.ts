export { search, type FoundRecord, type SearchResponse } from './search.schema.js';
