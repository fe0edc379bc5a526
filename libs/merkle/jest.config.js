import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'merkle', maxWorkers: 1 };
