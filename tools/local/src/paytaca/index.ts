export * from './extension.js';
export * from './sign-as-paytaca.js';
