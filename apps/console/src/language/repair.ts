import { repairLanguages } from './locale.js';

repairLanguages();
