import { buildApp } from '@weir/api';

export const smuggled = buildApp;
