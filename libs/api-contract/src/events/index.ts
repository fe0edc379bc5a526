export { RecordEvent } from './event.schema.js';
export { listEvents, type ListEventsQuery, type ListEventsResponse } from './list-events.schema.js';
