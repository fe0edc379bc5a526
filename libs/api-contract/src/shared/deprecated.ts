import type { TSchema } from 'typebox';

/** A field that says again what another one says: kept for who reads it, marked in the document for who begins. */
export const deprecated = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, deprecated: true });
