export { buildSite } from './build-site.js';
export { differingFiles, siteProblems } from './check-site.js';
export { SOURCES } from './pages.js';
