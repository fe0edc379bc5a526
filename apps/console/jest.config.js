import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'console', testTimeout: 180_000 };
