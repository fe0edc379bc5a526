import { startPostgres } from '@weir/testing/postgres';

export const smuggled = startPostgres;
