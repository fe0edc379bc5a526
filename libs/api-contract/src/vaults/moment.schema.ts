import Type from 'typebox';
import { marked } from '../shared/marks.js';

/** A time of vaults and proposals: ISO 8601. */
export const Moment = (description: string) =>
  marked(Type.String({ format: 'date-time', description, examples: ['2026-01-01T00:00:00.000Z'] }), 'moment');
