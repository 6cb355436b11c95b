/** The name of the database, the cache and the channel of games on this device; a site adds its folder (storageName). */
export const DEVICE_STORAGE = 'qwixx-device'
