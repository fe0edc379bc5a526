import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'calendar', maxWorkers: 1 };
