export { startStack, type LocalStack, type StackOptions } from './stack.js';
