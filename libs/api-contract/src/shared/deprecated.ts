import type { TSchema } from 'typebox';

/**
 * Marks a field that repeats another one as deprecated: kept for existing readers, and marked in the document for new
 * ones.
 */
export const deprecated = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, deprecated: true });
