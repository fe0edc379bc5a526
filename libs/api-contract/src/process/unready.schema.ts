import Type, { type TSchema } from 'typebox';
import { ErrorBody } from '../shared/error.schema.js';

/**
 * Body of a 503 of a readiness probe: the report, or the error where none was made (the process stops, or is too
 * busy).
 */
export const Unready = <Report extends TSchema>(report: Report) =>
  Type.Union([report, ErrorBody], { description: 'Not ready: the report, or an error where none could be made.' });
