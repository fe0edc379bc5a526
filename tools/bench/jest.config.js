import preset, { onPostgres } from '../../jest.preset.js';

export default { ...preset, ...onPostgres, displayName: 'bench' };
