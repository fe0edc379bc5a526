import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'vesting', maxWorkers: 1 };
