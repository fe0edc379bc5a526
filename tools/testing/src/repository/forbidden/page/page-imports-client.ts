import { createWeir } from '@weir/client';

export const allowed = createWeir;
