import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'payments', maxWorkers: 1 };
