import { Kysely } from 'kysely';
import pg from 'pg';

export const smuggled = [Kysely, pg];
