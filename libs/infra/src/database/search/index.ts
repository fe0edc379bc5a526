export type { FoundKind, FoundRecord, SearchQuestion } from './search-question.js';
export { createSearchRepository, type SearchRepository } from './search.repository.js';
