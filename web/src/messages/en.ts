import app from './app.en'
import play from './play.en'

export default { ...app, ...play }
