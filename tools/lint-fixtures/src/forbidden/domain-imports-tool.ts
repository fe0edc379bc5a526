import { startPostgres } from '@weir/postgres';

export const smuggled = startPostgres;
