import app from './app.de'
import play from './play.de'

export default { ...app, ...play }
