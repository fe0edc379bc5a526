export { buildConsole } from './console/build-console.js';
export { startStack, type LocalStack, type StackOptions } from './stack.js';
export { startTestStack } from './test-stack.js';
